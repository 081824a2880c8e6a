// Package api is what calls package profile.
package api

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"

	"github.com/redis/go-redis/v9"

	"example.com/module/profile"
)

// Phones is implemented by a repository alone.
type Phones interface {
	Phone(ctx context.Context, id string) (string, error)
}

type Server struct {
	Repo   *profile.Repo
	Phones Phones
}

func (s *Server) Name(w http.ResponseWriter, r *http.Request) {
	name, err := s.Repo.Name(r.Context(), r.FormValue("id"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	fmt.Fprint(w, name)
}

func (s *Server) Both(w http.ResponseWriter, r *http.Request) {
	name, err := s.Repo.Both(r.Context(), r.FormValue("id"))
	if err != nil {
		log.Print(err)
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	fmt.Fprint(w, name)
}

// Call returns it in turn; Dial is where it ends.
func (s *Server) Call(ctx context.Context, id string) error {
	phone, err := s.Phones.Phone(ctx, id)
	if err != nil {
		return fmt.Errorf("call: %w", err)
	}
	fmt.Println(phone)
	return nil
}

func (s *Server) Dial(ctx context.Context) {
	if err := s.Call(ctx, "1"); err != nil {
		log.Printf("dial: %v", err)
	}
}

func (s *Server) Mail(w http.ResponseWriter, r *http.Request) {
	mail, err := s.Repo.Mail(r.Context(), r.FormValue("id"))
	if errors.Is(err, redis.Nil) {
		http.NotFound(w, r)
		return
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	fmt.Fprint(w, mail)
}

func (s *Server) Again(w http.ResponseWriter, r *http.Request) {
	mail, err := s.Repo.Mail(r.Context(), r.FormValue("id"))
	if err != nil {
		log.Print(err)
	}
	fmt.Fprint(w, mail)
}

func (s *Server) City(w http.ResponseWriter, r *http.Request) {
	if city, err := s.Repo.City(r.Context(), r.FormValue("id")); err == nil {
		fmt.Fprint(w, city)
		return
	}
	fmt.Fprint(w, "nowhere")
}

func (s *Server) Age(w http.ResponseWriter, r *http.Request) {
	s.ask(w, r, s.Repo.Age)
}

func (s *Server) ask(w http.ResponseWriter, r *http.Request, get func(context.Context, string) (string, error)) {
	v, err := get(r.Context(), r.FormValue("id"))
	if err != nil {
		log.Print(err)
		return
	}
	fmt.Fprint(w, v)
}
